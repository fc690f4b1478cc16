/**
 * Builds the cabinet into `dist/web`: files named by their content, and a manifest by which the api knows the first. The words
 * of each language are a file.
 */
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { cabinetWords } from '../words/cabinet.js';
import { languageName } from '../words/index.js';
import { accountLanguages } from '../words/languages.js';

const LANGUAGES = 'words:languages';
const LANGUAGE = /^words:(language|signed-in)\/(.+)$/;

/** `words:languages` names them; each has its own module, which is loaded when it is shown. */
function words(): Plugin {
  return {
    name: 'words',
    resolveId: (id) => (id === LANGUAGES || LANGUAGE.test(id) ? id : null),
    load: (id) => {
      if (id === LANGUAGES) return `export default { ${accountLanguages.map(entryOf).join(', ')} };`;
      const [, part, language] = LANGUAGE.exec(id) ?? [];
      if (language === undefined) return null;
      const { shown, signedIn, errors } = cabinetWords(language);
      if (part === 'signed-in') return `export default ${JSON.stringify(signedIn)};`;
      return `export const shown = ${JSON.stringify(shown)};\nexport const errors = ${JSON.stringify(errors)};`;
    },
  };
}

function entryOf(language: string): string {
  const [key, name] = [language, languageName(language)].map((text) => JSON.stringify(text));
  const load = (part: string) => `() => import('words:${part}/${language}')`;
  return `${key ?? ''}: { name: ${name ?? ''}, load: ${load('language')}, loadSignedIn: ${load('signed-in')} }`;
}

export default defineConfig({
  root: import.meta.dirname,
  base: '/cabinet/',
  plugins: [react(), words()],
  publicDir: false,
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: 'manifest.json',
    assetsDir: 'files',
    assetsInlineLimit: 0,
    // The page says what is loaded first; nothing is put into it by a script.
    modulePreload: { polyfill: false },
    target: 'es2022',
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      input: ['src/first.ts', 'src/main.tsx'],
      output: {
        entryFileNames: 'files/[name]-[hash].js',
        chunkFileNames: 'files/[name]-[hash].js',
        assetFileNames: 'files/[name]-[hash][extname]',
        // Small parts that go together: a file of its own for each costs more than what is in it.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: 'lists', test: /src\/parts\/(?:bars|csv|measure|table)\.tsx?$/ }],
        },
      },
    },
  },
});
