"""What may be the name of an account."""

from django.contrib.auth.validators import UnicodeUsernameValidator

NAME_VALIDATORS = [UnicodeUsernameValidator()]
