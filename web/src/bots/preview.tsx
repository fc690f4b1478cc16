/** The block as a user will see it; while two are tried, either of them. */
import { type ReactNode, useState } from 'react';
import { Segments } from '../parts/choice';
import { Panel } from '../parts/page';
import { bots } from '../words';
import { isTried, lookOf, type Variant } from './looks';
import type { Bot } from './bot';

/** A picture is named, not fetched: nothing is loaded from elsewhere into this page. */
export function Preview({ bot }: { bot: Bot }): ReactNode {
  const [chosen, choose] = useState<Variant>('a');
  const count = Math.min(10, Math.max(1, bot.max_sponsors || 1));
  const { text_op: text, image_op: image } = lookOf(bot, isTried(bot) ? chosen : 'a');
  return (
    <Panel isStack title={bots.preview}>
      {isTried(bot) && (
        <Segments label={bots.twoBlocks} value={chosen} labels={{ a: 'A', b: 'B' }} onChange={choose} />
      )}
      <div className="phone">
        <div className="bubble">
          {image !== null && image !== '' && <div className="soft small">🖼 {image}</div>}
          {withoutTags(text ?? bots.previewDefault)}
        </div>
        <div className="keys">
          {Array.from({ length: count }, (_, index) => (
            <span key={index}>
              {bots.previewSponsor} {index + 1}
            </span>
          ))}
          <span>✅ {bots.previewDone}</span>
        </div>
      </div>
    </Panel>
  );
}

/** The messenger's own marks, such as `<b>`, are not shown as such. */
function withoutTags(text: string): string {
  return text.replaceAll(/<\/?(?:b|i|u|s|a|code|pre|strong|em|tg-spoiler|blockquote)(?:\s[^>]*)?>/gi, '');
}
