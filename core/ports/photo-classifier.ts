/** Whether a profile photo shows what a camera saw (`decisions.md`, Targeting traits: `has_real_photo`). */

/** `unknown` when it could not be seen, or was no picture. */
export type PhotoVerdict = 'real' | 'not_real' | 'unknown';

export interface PhotoClassifier {
  /** Judges a JPEG or PNG file by its bytes. */
  classify(bytes: Uint8Array): Promise<PhotoVerdict>;
}
