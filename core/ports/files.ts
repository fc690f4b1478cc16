/** Files the service makes for people, such as reports; kept next to the database until they expire. */
export interface Files {
  /** The file's bytes, in parts, and how many there are; null when there is no such file. */
  open(fileKey: string): Promise<{ sizeBytes: number; read(): AsyncIterable<Uint8Array> } | null>;
}
