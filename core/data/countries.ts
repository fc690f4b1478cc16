/** The countries of ISO 3166-1, named as `Intl` has them. */
export interface Country {
  /** The numeric code of ISO 3166-1. */
  id: number;
  /** The two-letter code. */
  code: string;
  name: string;
}

/** Two-letter code and numeric code. */
const table = `
AF4 AX248 AL8 DZ12 AS16 AD20 AO24 AI660 AQ10 AG28 AR32 AM51 AW533 AU36 AT40 AZ31 BS44 BH48 BD50 BB52 BY112 BE56 BZ84
BJ204 BM60 BT64 BO68 BA70 BW72 BV74 BR76 IO86 VG92 BN96 BG100 BF854 BI108 KH116 CM120 CA124 CV132 BQ535 KY136 CF140
TD148 CL152 CN156 CX162 CC166 CO170 KM174 CG178 CD180 CK184 CR188 CI384 HR191 CU192 CW531 CY196 CZ203 DK208 DJ262
DM212 DO214 EC218 EG818 SV222 GQ226 ER232 EE233 SZ748 ET231 FK238 FO234 FJ242 FI246 FR250 GF254 PF258 TF260 GA266
GM270 GE268 DE276 GH288 GI292 GR300 GL304 GD308 GP312 GU316 GT320 GG831 GN324 GW624 GY328 HT332 HM334 HN340 HK344
HU348 IS352 IN356 ID360 IR364 IQ368 IE372 IM833 IL376 IT380 JM388 JP392 JE832 JO400 KZ398 KE404 KI296 KW414 KG417
LA418 LV428 LB422 LS426 LR430 LY434 LI438 LT440 LU442 MO446 MG450 MW454 MY458 MV462 ML466 MT470 MH584 MQ474 MR478
MU480 YT175 MX484 FM583 MD498 MC492 MN496 ME499 MS500 MA504 MZ508 MM104 NA516 NR520 NP524 NL528 NC540 NZ554 NI558
NE562 NG566 NU570 NF574 KP408 MK807 MP580 NO578 OM512 PK586 PW585 PS275 PA591 PG598 PY600 PE604 PH608 PN612 PL616
PT620 PR630 QA634 RE638 RO642 RU643 RW646 BL652 SH654 KN659 LC662 MF663 PM666 VC670 WS882 SM674 ST678 SA682 SN686
RS688 SC690 SL694 SG702 SX534 SK703 SI705 SB90 SO706 ZA710 GS239 KR410 SS728 ES724 LK144 SD729 SR740 SJ744 SE752 CH756
SY760 TW158 TJ762 TZ834 TH764 TL626 TG768 TK772 TO776 TT780 TN788 TR792 TM795 TC796 TV798 UM581 VI850 UG800 UA804
AE784 GB826 US840 UY858 UZ860 VU548 VA336 VE862 VN704 WF876 EH732 YE887 ZM894 ZW716
`;

/** Where `Intl` has a longer name. */
const ownNames: Readonly<Record<string, string>> = {
  CD: 'Congo (Kinshasa)',
  CG: 'Congo (Brazzaville)',
  CI: "Côte d'Ivoire",
  HK: 'Hong Kong',
  MM: 'Myanmar',
  MO: 'Macao',
  PS: 'Palestine',
};

const english = new Intl.DisplayNames('en', { type: 'region' });

export const countries: readonly Country[] = [...table.matchAll(/([A-Z]{2})(\d+)/g)].map(
  ([, code = '', id = '']) => ({ id: Number(id), code, name: ownNames[code] ?? nameOf(code) }),
);

/** Without abbreviations. */
function nameOf(code: string): string {
  return (english.of(code) ?? code).replace(' & ', ' and ').replace(/^St\. /, 'Saint ');
}

const byCode: ReadonlyMap<string, Country> = new Map(countries.map((country) => [country.code, country]));

/** The country of a two-letter code in capitals; undefined when there is none. */
export function countryOfCode(code: string): Country | undefined {
  return byCode.get(code);
}
