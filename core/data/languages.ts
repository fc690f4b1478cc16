/**
 * The languages of ISO 639-1. The first five ids are documented (`interface.md`, user_parameters); the others follow by
 * code. Ids are kept in orders: new rows go to the end.
 */
import { readRows } from './rows.js';

export interface Language {
  id: number;
  /** The two-letter code of ISO 639-1. */
  code: string;
  name: string;
}

const table = `
1 ru Russian
2 uz Uzbek
3 kk Kazakh
4 uk Ukrainian
5 be Belarusian
6 aa Afar
7 ab Abkhazian
8 ae Avestan
9 af Afrikaans
10 ak Akan
11 am Amharic
12 an Aragonese
13 ar Arabic
14 as Assamese
15 av Avar
16 ay Aymara
17 az Azerbaijani
18 ba Bashkir
19 bg Bulgarian
20 bi Bislama
21 bm Bambara
22 bn Bengali
23 bo Tibetan
24 br Breton
25 bs Bosnian
26 ca Catalan
27 ce Chechen
28 ch Chamorro
29 co Corsican
30 cr Cree
31 cs Czech
32 cu Church Slavonic
33 cv Chuvash
34 cy Welsh
35 da Danish
36 de German
37 dv Divehi
38 dz Dzongkha
39 ee Ewe
40 el Greek
41 en English
42 eo Esperanto
43 es Spanish
44 et Estonian
45 eu Basque
46 fa Persian
47 ff Fula
48 fi Finnish
49 fj Fijian
50 fo Faroese
51 fr French
52 fy Western Frisian
53 ga Irish
54 gd Scottish Gaelic
55 gl Galician
56 gn Guarani
57 gu Gujarati
58 gv Manx
59 ha Hausa
60 he Hebrew
61 hi Hindi
62 ho Hiri Motu
63 hr Croatian
64 ht Haitian Creole
65 hu Hungarian
66 hy Armenian
67 hz Herero
68 ia Interlingua
69 id Indonesian
70 ie Interlingue
71 ig Igbo
72 ii Sichuan Yi
73 ik Inupiaq
74 io Ido
75 is Icelandic
76 it Italian
77 iu Inuktitut
78 ja Japanese
79 jv Javanese
80 ka Georgian
81 kg Kongo
82 ki Kikuyu
83 kj Kuanyama
84 kl Greenlandic
85 km Khmer
86 kn Kannada
87 ko Korean
88 kr Kanuri
89 ks Kashmiri
90 ku Kurdish
91 kv Komi
92 kw Cornish
93 ky Kyrgyz
94 la Latin
95 lb Luxembourgish
96 lg Ganda
97 li Limburgish
98 ln Lingala
99 lo Lao
100 lt Lithuanian
101 lu Luba-Katanga
102 lv Latvian
103 mg Malagasy
104 mh Marshallese
105 mi Māori
106 mk Macedonian
107 ml Malayalam
108 mn Mongolian
109 mr Marathi
110 ms Malay
111 mt Maltese
112 my Burmese
113 na Nauru
114 nb Norwegian Bokmål
115 nd North Ndebele
116 ne Nepali
117 ng Ndonga
118 nl Dutch
119 nn Norwegian Nynorsk
120 no Norwegian
121 nr South Ndebele
122 nv Navajo
123 ny Nyanja
124 oc Occitan
125 oj Ojibwa
126 om Oromo
127 or Odia
128 os Ossetian
129 pa Punjabi
130 pi Pali
131 pl Polish
132 ps Pashto
133 pt Portuguese
134 qu Quechua
135 rm Romansh
136 rn Kirundi
137 ro Romanian
138 rw Kinyarwanda
139 sa Sanskrit
140 sc Sardinian
141 sd Sindhi
142 se Northern Sami
143 sg Sango
144 si Sinhala
145 sk Slovak
146 sl Slovenian
147 sm Samoan
148 sn Shona
149 so Somali
150 sq Albanian
151 sr Serbian
152 ss Swati
153 st Southern Sotho
154 su Sundanese
155 sv Swedish
156 sw Swahili
157 ta Tamil
158 te Telugu
159 tg Tajik
160 th Thai
161 ti Tigrinya
162 tk Turkmen
163 tl Tagalog
164 tn Tswana
165 to Tongan
166 tr Turkish
167 ts Tsonga
168 tt Tatar
169 tw Twi
170 ty Tahitian
171 ug Uyghur
172 ur Urdu
173 ve Venda
174 vi Vietnamese
175 vo Volapük
176 wa Walloon
177 wo Wolof
178 xh Xhosa
179 yi Yiddish
180 yo Yoruba
181 za Zhuang
182 zh Chinese
183 zu Zulu
`;

export const languages: readonly Language[] = readRows(table, 2).map(([id = '', code = '', name = '']) => ({
  id: Number(id),
  code,
  name,
}));

/** Codes that phones and browsers still send for languages that have another one today. */
const oldCodes: Readonly<Record<string, string>> = {
  iw: 'he',
  in: 'id',
  ji: 'yi',
  jw: 'jv',
  mo: 'ro',
  sh: 'sr',
  fil: 'tl',
};

const idOfCode: ReadonlyMap<string, number> = new Map(languages.map(({ id, code }) => [code, id]));

/** The id of an interface language code such as `ru`, `pt-BR` or `zh_Hans`; undefined when it is none. */
export function languageIdOf(code: string): number | undefined {
  const base = code.toLowerCase().split(/[-_]/, 1)[0] ?? '';
  return idOfCode.get(oldCodes[base] ?? base);
}
