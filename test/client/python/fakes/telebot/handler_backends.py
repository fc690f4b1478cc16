class BaseMiddleware:
    update_sensitive = False


class CancelUpdate:
    pass
