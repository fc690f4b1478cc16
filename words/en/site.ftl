site-client-title = The client for bots
site-client-lead = A gate in one line before the handlers of your bot. Install it from this service:
site-client-names = Use these addresses, not the bare names: the names are not ours at the registries of npm and Python, and a package there could read your Bot Key.
site-client-packages = Packages and their SHA-256
site-client-empty = The client has not been packed here.

site-nothing = There is nothing at this address
site-nothing-text = The link may be cut off, or the page has moved.
site-nothing-home = To the start page
