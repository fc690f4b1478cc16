/** A message of ours as the platform takes it. */
import type { InlineKeyboardButton, InlineKeyboardMarkup } from 'grammy/types';
import { CAPTION_LENGTH_MAX, visibleLength } from '../../html-text.js';
import type { MessageButton, MessageContent } from '../../ports.js';

export function keyboardOf(buttons: MessageButton[][]): InlineKeyboardMarkup {
  return { inline_keyboard: buttons.map((row) => row.map(toButton)) };
}

/** Whether the message is sent as a photo: a longer text than a caption may have keeps its image as a link preview. */
export function isPhoto(content: MessageContent): content is MessageContent & { image: string } {
  return content.image !== null && visibleLength(content.html) <= CAPTION_LENGTH_MAX;
}

export function previewOf({ image }: MessageContent) {
  return image === null
    ? { is_disabled: true }
    : { url: image, prefer_large_media: true, show_above_text: true };
}

function toButton(button: MessageButton): InlineKeyboardButton {
  const { text } = button;
  if (button.kind === 'url') return { text, url: button.url };
  if (button.kind === 'callback') return { text, callback_data: button.data };
  return { text, web_app: { url: button.url } };
}
