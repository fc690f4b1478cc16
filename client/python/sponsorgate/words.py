"""The words of the gate's own buttons and alerts. The service itself words what it asks, in the user's language."""
from __future__ import annotations

from typing import Any, Dict, Mapping

# In the order of _NAMES.
_WORDS = {
    "en": "✅ Done|Please try again in a moment.|🔄 Try again|👨 Man|👩 Woman|under 10|25 and older|📝 Open the form|➡️ Continue|Thank you! Please send your request again.",
    "ru": "✅ Готово|Попробуйте ещё раз через минуту.|🔄 Ещё раз|👨 Мужчина|👩 Женщина|младше 10|25 и старше|📝 Открыть форму|➡️ Продолжить|Спасибо! Отправьте запрос ещё раз.",
    "uk": "✅ Готово|Спробуйте ще раз за хвилину.|🔄 Ще раз|👨 Чоловік|👩 Жінка|до 10|25 і старше|📝 Відкрити форму|➡️ Продовжити|Дякуємо! Надішліть запит ще раз.",
    "be": "✅ Гатова|Паспрабуйце яшчэ раз праз хвіліну.|🔄 Яшчэ раз|👨 Мужчына|👩 Жанчына|да 10|25 і старэй|📝 Адкрыць форму|➡️ Працягнуць|Дзякуй! Дашліце запыт яшчэ раз.",
    "uz": "✅ Tayyor|Birozdan keyin qayta urinib ko‘ring.|🔄 Qayta urinish|👨 Erkak|👩 Ayol|10 yoshgacha|25 va undan katta|📝 Formani ochish|➡️ Davom etish|Rahmat! So‘rovingizni qayta yuboring.",
    "kk": "✅ Дайын|Біраздан кейін қайталап көріңіз.|🔄 Қайталау|👨 Ер адам|👩 Әйел адам|10 жасқа дейін|25 және одан үлкен|📝 Форманы ашу|➡️ Жалғастыру|Рақмет! Сұрауыңызды қайта жіберіңіз.",
}
_NAMES = ("confirm", "later", "again", "male", "female", "youngest", "oldest", "open_form", "go_on", "repeat")


def words_for(user: Mapping[str, Any]) -> Dict[str, str]:
    """Returns the words in the user's language; in English where there are none."""
    language = str(user.get("language_code") or "en").lower().split("-")[0]
    return dict(zip(_NAMES, _WORDS.get(language, _WORDS["en"]).split("|")))
