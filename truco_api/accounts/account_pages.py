"""Pages for those who have no app at hand: opening an account, a confirmed address, a forgotten password."""

from typing import TYPE_CHECKING, Any, cast

from allauth.account.forms import ResetPasswordForm
from allauth.account.internal.flows.email_verification import verify_email
from allauth.account.internal.flows.password_reset import reset_password
from allauth.account.internal.flows.password_reset_by_code import PasswordResetVerificationProcess
from allauth.account.models import get_emailconfirmation_model
from allauth.core import ratelimit
from allauth.headless.account.inputs import ResetPasswordInput
from django import forms
from django.conf import settings
from django.contrib import auth, messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.generic import FormView, View
from rest_framework.request import Request
from typing_extensions import override

from truco_api.accounts import services
from truco_api.accounts.errors import NameTaken
from truco_api.accounts.names import NAME_VALIDATORS
from truco_api.accounts.throttling import SignUpThrottle

if TYPE_CHECKING:
    ResetBase = FormView[ResetPasswordForm]
    SignUpBase = FormView["SignUpForm"]
else:  # Django's views are generic for the type checker only.
    ResetBase = SignUpBase = FormView


class ConfirmEmailPage(View):
    """Where the link in a mail leads: a button, because programs follow links before people do."""

    def get(self, request: HttpRequest, key: str) -> HttpResponse:
        """Ask, if the link still means something."""
        found = get_emailconfirmation_model().from_key(key)
        address = found.email_address.email if found else ""
        return render(request, "confirm_email.html", {"address": address}, status=200 if found else 404)

    def post(self, request: HttpRequest, key: str) -> HttpResponse:
        """Confirm the address."""
        found = get_emailconfirmation_model().from_key(key)
        done = found is not None and verify_email(request, found.email_address)
        return render(request, "confirm_email.html", {"done": done}, status=200 if done else 404)


class ResetPasswordPage(ResetBase):
    """A code by mail for whoever has forgotten the password; who has an account is not said."""

    template_name = "reset_password.html"
    form_class = ResetPasswordForm

    @override
    def form_valid(self, form: ResetPasswordForm) -> HttpResponse:
        """Send the code, if there is an account of this address."""
        refused = ratelimit.consume_or_429(
            self.request, action="reset_password", key=form.cleaned_data["email"].lower()
        )
        if refused:
            return cast("HttpResponse", refused)
        form.save(self.request)
        return redirect("reset-password-code")


class NewPasswordPage(View):
    """The code of the mail and a new password."""

    def get(self, request: HttpRequest) -> HttpResponse:
        """Ask for both."""
        return render(request, "new_password.html", {})

    def post(self, request: HttpRequest) -> HttpResponse:
        """Change the password, and sign everybody out who knew the old one."""
        process = PasswordResetVerificationProcess.resume(request)
        if process is None:
            messages.error(request, _("This code is not valid any more. Ask for another."))
            return redirect("reset-password")
        given = {"key": request.POST.get("code", ""), "password": request.POST.get("password", "")}
        form = ResetPasswordInput(given, user=process.user, code=process.code)
        if not form.is_valid() or process.user is None:
            if "key" in form.errors or process.user is None:
                process.record_invalid_attempt()
            return render(request, "new_password.html", {"form": form}, status=422)
        reset_password(process.user, form.cleaned_data["password"])
        process.confirm_code()
        process.finish()
        messages.success(request, _("Your password is changed. Sign in."))
        return redirect("sign-in")


class SignUpForm(forms.Form):
    """A name and a password."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=150, validators=[*NAME_VALIDATORS])
    password = forms.CharField(label=gettext_lazy("Password"), max_length=128, strip=False)


class SignUpPage(SignUpBase):
    """Opening an account."""

    template_name = "sign_up.html"
    form_class = SignUpForm

    @override
    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """As long as the operator lets anybody in."""
        if not settings.SIGN_UP_OPEN:
            raise PermissionDenied
        return super().dispatch(request, *args, **kwargs)

    @override
    def form_valid(self, form: SignUpForm) -> HttpResponse:
        """Open it and sign in, unless it does not do or too many were opened from here."""
        throttle = SignUpThrottle()
        if not throttle.allow_request(cast("Request", self.request), cast("Any", None)):
            wait = int(throttle.wait() or 1) + 1
            form.add_error(None, _("Too many tries. Wait {seconds} seconds.").format(seconds=wait))
            return self._refused(form, 429)
        try:
            user = services.sign_up(**form.cleaned_data)
        except NameTaken:
            form.add_error("name", _("This name is taken."))
            return self._refused(form, 409)
        except ValidationError as error:
            form.add_error(None, error)
            return self._refused(form, 422)
        auth.login(self.request, user)
        return redirect("/")

    @override
    def form_invalid(self, form: SignUpForm) -> HttpResponse:
        """Say what is wrong."""
        return self._refused(form, 422)

    def _refused(self, form: SignUpForm, status: int) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form), status=status)
