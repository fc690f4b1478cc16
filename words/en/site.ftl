site-lead = Sponsors for Telegram bots: users subscribe to a sponsor before they get what they came for. The owner of the bot earns, the advertiser pays for each real subscriber.
site-side-bots = I have bots
site-side-bots-text = Add a bot, ask one path of the API before you answer a user, and earn from each subscription. The block, the check and the payout are ours.
site-side-orders = I want subscribers
site-side-orders-text = Place an order for a channel, a bot or a link, choose its audience, and pay only for joins that Telegram confirms.
site-open-bot = Open @{ $name }
site-cabinet = Cabinet
site-reference = API reference
site-client = Client for bots
site-programs = For programs:

site-client-title = The client for bots
site-client-lead = A gate in one line before the handlers of your bot. Install it from this service:
site-client-names = Use these addresses, not the bare names: the names are not ours at the registries of npm and Python, and a package there could read your Bot Key.
site-client-packages = Packages and their SHA-256
site-client-empty = The client has not been packed here.

site-nothing = There is nothing at this address
site-nothing-text = The link may be cut off, or the page has moved.
site-nothing-home = To the start page
