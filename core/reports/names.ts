/** What an order may name, in the language of its report: places and languages as `Intl` has them, the rest in our words. */
import {
  adThemes,
  botThemes,
  cities,
  countries,
  deviceSystems,
  deviceTypes,
  languages,
} from '../data/index.js';
import type { ReportWords } from './words.js';

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
export function namesIn({ language, text }: ReportWords): ReportNames {
  const isEnglish = language === 'en';
  const region = new Intl.DisplayNames(language, { type: 'region' });
  const tongue = new Intl.DisplayNames(language, { type: 'language' });
  const theme = ({ code }: { code: string }) => ({ id: code, name: text(`theme-${code}`) });
  return {
    countries: isEnglish ? countries : countries.map(named(region)),
    cities,
    languages: isEnglish ? languages : languages.map(named(tongue)),
    deviceTypes: deviceTypes.map(({ id }) => ({ id, name: text(`device-${id}`) })),
    deviceSystems,
    ages: [0, 1, 2, 3, 4, 5, 6].map((id) => ({ id, name: text(`block-age-${String(id)}`) })),
    adThemes: adThemes.map(theme),
    botThemes: botThemes.map(theme),
  };
}

const named =
  (names: Intl.DisplayNames) =>
  ({ id, code, name }: { id: number; code: string; name: string }) => ({ id, name: names.of(code) ?? name });
