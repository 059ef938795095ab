"""What can be done to clubs, persons and championships: one module a subject, one function a verb."""
