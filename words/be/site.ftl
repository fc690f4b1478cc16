site-client-title = Кліент для ботаў
site-client-lead = Шлюз у адзін радок перад апрацоўшчыкамі вашага бота. Усталюйце яго з гэтага сэрвісу:
site-client-names = Бярыце пакеты па гэтых адрасах, а не па назве: у рэестрах npm і Python гэтыя назвы не нашы, і чужы пакет мог бы прачытаць ваш Bot Key.
site-client-packages = Пакеты і іх SHA-256
site-client-empty = Кліент тут не сабраны.

site-nothing = Па гэтым адрасе нічога няма
site-nothing-text = Магчыма, спасылка абрэзана або старонка пераехала.
site-nothing-home = На галоўную
