referrals-title = Referrals
referrals-way = Bring others and earn
referrals-text = Of each new account that comes by your link you earn { $percent } % of the service’s fee, for { $months ->
        [one] { $months } month
       *[other] { $months } months
    }. A share is booked once the fee is final, and taken back with it.
referrals-off = The service pays for no new referrals now. Accounts that came before earn until their time ends.
referrals-noFee = The service takes no fee now, so nothing is earned.
referrals-chatLink = Link to the bot
referrals-webLink = Link for web pages
referrals-copy = Copy the link
referrals-brought = Accounts
referrals-earned = Earned
referrals-none = Your link has brought no accounts yet
referrals-since = Came
referrals-until = Earns until
referrals-share = Share
referrals-states-active = Active
referrals-states-over = Time ended
referrals-states-ended = Ended
referrals-why = A referral ends when both accounts ask for payment to one destination.
