/** A message of ours as the platform takes it. */
import { CAPTION_LENGTH_MAX, visibleLength } from '../../html-text.js';
import type { MessageContent } from '../../platform.js';

/** Whether the message is sent as a photo: a longer text than a caption may have keeps its image as a link preview. */
export function isPhoto(content: MessageContent): content is MessageContent & { image: string } {
  return content.image !== null && visibleLength(content.html) <= CAPTION_LENGTH_MAX;
}

export function previewOf({ image }: MessageContent) {
  return image === null
    ? { is_disabled: true }
    : { url: image, prefer_large_media: true, show_above_text: true };
}
