/** Builds the cabinet into `dist/web`: files named by their content, and a manifest by which the api knows the first. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  base: '/cabinet/',
  plugins: [react()],
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
      },
    },
  },
});
