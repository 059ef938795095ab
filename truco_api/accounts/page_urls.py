"""The pages of accounts, and where social providers send people back to."""

from django.urls import URLPattern, URLResolver, include, path

from truco_api.accounts import account_pages

urlpatterns: list[URLPattern | URLResolver] = [
    path("account/confirm-email/<str:key>/", account_pages.ConfirmEmailPage.as_view(), name="confirm-email"),
    path("account/reset-password/", account_pages.ResetPasswordPage.as_view(), name="reset-password"),
    path("account/reset-password/code/", account_pages.NewPasswordPage.as_view(), name="reset-password-code"),
    path("account/sign-up/", account_pages.SignUpPage.as_view(), name="sign-up"),
    path("accounts/", include("allauth.urls")),
]
