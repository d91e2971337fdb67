"""A stand-in for `langchain_core.callbacks` of version 1: what a handler inherits."""


class BaseCallbackHandler:
    raise_error = False
    run_inline = False
