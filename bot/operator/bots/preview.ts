/** The block as an end user will see it, with made-up sponsors. */
import { keptLooks } from '../../../core/bots/index.js';
import type { BlockVariant } from '../../../core/ports/block-test-store.js';
import type { OperatorContext } from '../context.js';
import { render } from '../../blocks/render.js';
import type { Answer } from '../press.js';
import { button } from '../screen.js';

/** @param variant of the test of the block, if one runs; default what the first half sees */
export async function sendPreview(
  ctx: OperatorContext,
  botId: number,
  variant: BlockVariant = 'a',
): Promise<Answer> {
  const { words, accountId, service, platform } = ctx;
  const { bot } = await service.bots.info(accountId, botId);
  const { BOT_TOKEN, CALLBACK_PREFIX: prefix, BLOCK_PRIVACY_URL: privacyUrl } = service.settings;
  const sample = [1, 2, 3].map((number) => ({
    text: words.text('preview-sponsor', { number }),
    url: `https://t.me/${bot.nickname}`,
  }));
  const content = { kind: 'sponsors', language: words.language, buttons: sample } as const;
  const close = [button(words.text('button-close'), 'close')];
  const show = (look: { text: string | null; image: string | null }) => {
    const { message } = render(content, look, accountId, { prefix, privacyUrl });
    return platform.send(BOT_TOKEN, accountId, { ...message, buttons: [...message.buttons, close] });
  };
  const { text, image } = keptLooks(bot.settings, variant);
  const sent = await show({ text, image });
  if (sent.ok) return {};
  if (image !== null && sent.failure.kind === 'bad_request') {
    await show({ text, image: null });
    return { note: words.text('preview-no-image'), isAlert: true };
  }
  return { note: words.text('error-503'), isAlert: true };
}
