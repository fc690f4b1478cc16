/** Made by `web/vite.config.ts` of the folders in `words/`. */
declare module 'words:languages' {
  /** By code: its own name, marked if it is a draft, and the files of its words. */
  const languages: Readonly<
    Record<
      string,
      {
        name: string;
        load(): Promise<{ shown: string; errors: string }>;
        loadSignedIn(): Promise<{ default: string }>;
      }
    >
  >;
  export default languages;
}
