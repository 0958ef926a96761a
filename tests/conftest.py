"""The profiles of the property tests: `pytest --hypothesis-profile explore` takes the second."""

from hypothesis import HealthCheck, settings

# The verdict on a commit is the same on every machine and at every load: examples are drawn
# from the test itself, and neither a deadline nor a slow machine fails a property.
settings.register_profile(
    "gate",
    derandomize=True,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)

# A search for what the gate has not met: fresh examples on every run, and more of them.
settings.register_profile(
    "explore",
    settings.get_profile("gate"),
    derandomize=False,
    max_examples=2000,
)

settings.load_profile("gate")
