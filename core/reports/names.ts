/** What an order may name, in the language of its report: places and languages as `Intl` has them, the rest in our words. */
import {
  ageLabel,
  adThemes,
  botThemes,
  cities,
  countries,
  deviceSystems,
  deviceTypes,
  languages,
} from '../data/index.js';
import type { ReportLanguage } from './words.js';

type Id = number | string;
type Named = readonly { id: Id; name: string }[];

export interface ReportNames {
  countries: Named;
  cities: Named;
  languages: Named;
  deviceTypes: Named;
  deviceSystems: Named;
  ages: Named;
  /** What orders are about, and what bots are. */
  adThemes: Named;
  botThemes: Named;
}

/** Cities keep the names of their table in every language. */
export function namesIn(language: ReportLanguage): ReportNames {
  const english = {
    countries,
    cities,
    languages,
    deviceTypes,
    deviceSystems,
    ages: [0, 1, 2, 3, 4, 5, 6].map((id) => ({ id, name: ageLabel(id) })),
    adThemes: adThemes.map(({ code, name }) => ({ id: code, name })),
    botThemes: botThemes.map(({ code, name }) => ({ id: code, name })),
  };
  if (language === 'en') return english;
  const region = new Intl.DisplayNames(language, { type: 'region' });
  const tongue = new Intl.DisplayNames(language, { type: 'language' });
  const known = (named: Named) => named.map(({ id, name }) => ({ id, name: russian[String(id)] ?? name }));
  return {
    ...english,
    countries: countries.map(({ id, code, name }) => ({ id, name: region.of(code) ?? name })),
    languages: languages.map(({ id, code, name }) => ({ id, name: tongue.of(code) ?? name })),
    deviceTypes: known(english.deviceTypes),
    ages: english.ages.map(({ id, name }) => ({ id, name: russianAges[id] ?? name })),
    adThemes: known(english.adThemes),
    botThemes: known(english.botThemes),
  };
}

/** The same words as the operator bot's; a test holds them equal. */
const russianAges = ['не определён', 'младше 10', '11–13', '14–15', '16–17', '18–24', '25 и старше'];

/** By the codes of kinds of devices and of themes. */
const russian: Readonly<Record<string, string>> = {
  mobile: 'Телефон',
  desktop: 'Компьютер',
  tablet: 'Планшет',
  adult: 'Для взрослых',
  ai: 'Нейросети и помощники',
  anime: 'Аниме и манга',
  anonymous_chat: 'Анонимные чаты',
  auto: 'Автомобили и мотоциклы',
  beauty: 'Красота и мода',
  betting: 'Ставки и прогнозы',
  blogs: 'Личные блоги',
  books: 'Книги и аудиокниги',
  bots: 'Боты и мини-приложения',
  business: 'Бизнес и стартапы',
  crypto: 'Криптовалюта',
  dating: 'Знакомства',
  downloader: 'Загрузка видео и медиа',
  earning: 'Заработок и задания',
  education: 'Образование и тесты',
  entertainment: 'Развлечения и юмор',
  esoterics: 'Эзотерика и гороскопы',
  finance: 'Финансы',
  food: 'Еда и рецепты',
  gambling: 'Азартные игры',
  games: 'Игры',
  gifts: 'Подарки и звёзды',
  giveaways: 'Розыгрыши и конкурсы',
  health: 'Здоровье и медицина',
  horoscope: 'Гороскопы и гадания',
  humor: 'Юмор и мемы',
  language: 'Языки и перевод',
  marketing: 'Маркетинг и продвижение',
  movies: 'Фильмы и сериалы',
  music: 'Музыка',
  news: 'Новости',
  other: 'Другое',
  politics: 'Политика',
  promotion: 'Продвижение каналов',
  psychology: 'Психология',
  religion: 'Религия',
  shopping: 'Покупки и скидки',
  sport: 'Спорт',
  stickers: 'Стикеры и аватары',
  technology: 'Технологии',
  tools: 'Инструменты и утилиты',
  travel: 'Путешествия',
  vpn: 'VPN и прокси',
};
