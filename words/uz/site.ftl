site-client-title = Botlar uchun klient
site-client-lead = Botingiz ishlov beruvchilaridan oldin bir qatorli shlyuz. Uni shu xizmatdan o‘rnating:
site-client-names = Nomlardan emas, shu manzillardan foydalaning: npm va Python reyestrlarida bu nomlar bizniki emas, u yerdagi paket Bot Key kalitingizni o‘qishi mumkin.
site-client-packages = Paketlar va ularning SHA-256 qiymati
site-client-empty = Klient bu yerda yig‘ilmagan.

site-nothing = Bu manzilda hech narsa yo‘q
site-nothing-text = Havola kesilib qolgan yoki sahifa ko‘chgan bo‘lishi mumkin.
site-nothing-home = Bosh sahifaga
