"""Every address of the project."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path
from django.views.generic import RedirectView
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerView

from truco_api.http import health, pages

urlpatterns: list[URLPattern | URLResolver] = [
    # First what is asked for most: every address is tried in this order.
    path("api/v1/", include("games.api.urls")),
    path("", include("tournaments.pages.urls")),
    path("", include("games.pages.urls")),
    # By our page, which knows limits and second factors.
    path("admin/login/", RedirectView.as_view(pattern_name="sign-in", query_string=True)),
    path("admin/", admin.site.urls),
    path("", include("truco_api.accounts.page_urls")),
    # Nobody is known by their telephone number here.
    path("_allauth/app/v1/account/phone", pages.nowhere),
    path("_allauth/app/v1/auth/phone/verify", pages.nowhere),
    path("_allauth/app/v1/auth/phone/verify/resend", pages.nowhere),
    path("_allauth/", include("allauth.headless.urls")),
    path("api/v1/", include("truco_api.accounts.api.urls")),
    path("api/v1/", include("truco_api.checkpoints.api.urls")),
    path("api/v1/", include("truco_api.devicekeys.api.urls")),
    path("api/v1/", include("truco_api.notices.api.urls")),
    path("api/v1/", include("tournaments.api.urls")),
    path("api/schema/", SpectacularAPIView.as_view(), name="schema"),
    path("api/docs/", SpectacularSwaggerView.as_view(url_name="schema"), name="docs"),
    path("problems/", pages.problem_list, name="problems"),
    path("problems/<slug:code>", pages.problem, name="problem"),
    path("healthz", health.alive, name="healthz"),
    path("readyz", health.ready, name="readyz"),
]
