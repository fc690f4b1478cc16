/** Ready reasons for a rejection. A moderator may also write one; what the owner sees is the text. */
export interface RejectionReason {
  code: string;
  text: { en: string; ru: string };
}

export const rejectionReasons: readonly RejectionReason[] = [
  reason('unreachable', 'The link does not open.', 'Ссылка не открывается.'),
  reason(
    'no_rights',
    'Our bot is not an administrator of the channel, so subscribers cannot be checked.',
    'Наш бот не администратор канала, поэтому подписчиков нельзя проверить.',
  ),
  reason(
    'wrong_type',
    'The link leads to something other than the order says.',
    'Ссылка ведёт не на то, что указано в заказе.',
  ),
  reason('empty', 'There is too little content behind the link.', 'По ссылке слишком мало содержания.'),
  reason('adult', 'Adult content is not accepted.', 'Материалы для взрослых не принимаются.'),
  reason('gambling', 'Gambling and betting are not accepted.', 'Азартные игры и ставки не принимаются.'),
  reason(
    'fraud',
    'It looks like fraud or a pyramid scheme.',
    'Похоже на мошенничество или финансовую пирамиду.',
  ),
  reason('drugs_weapons', 'Drugs and weapons are not accepted.', 'Наркотики и оружие не принимаются.'),
  reason('violence_hate', 'Violence and hate are not accepted.', 'Насилие и вражда не принимаются.'),
  reason('copyright', 'It offers what belongs to others.', 'Распространяются чужие материалы.'),
  reason('law', 'It breaks the law.', 'Нарушает закон.'),
];

/** The text of a ready reason in a language we have words in (others: English), or null when there is no such code. */
export function readyReason(code: string, language: string): string | null {
  const found = rejectionReasons.find((ready) => ready.code === code);
  return found === undefined ? null : textIn(found.text, language);
}

/** What the owner of an order reads when moderators blocked its link. */
export function linkBlockedReason(language: string): string {
  return textIn(LINK_BLOCKED, language);
}

const LINK_BLOCKED = {
  en: 'Moderators have blocked this link.',
  ru: 'Модераторы заблокировали эту ссылку.',
};

function textIn(text: RejectionReason['text'], language: string): string {
  return language.toLowerCase().startsWith('ru') ? text.ru : text.en;
}

function reason(code: string, en: string, ru: string): RejectionReason {
  return { code, text: { en, ru } };
}
