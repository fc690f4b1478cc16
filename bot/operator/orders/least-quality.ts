/** The least quality of the bots that show an order: what it means, what it costs, and how much reach it leaves. */
import type { Composer } from 'grammy';
import { botQualityCoefficient, minBotQualities } from '../../../core/data/index.js';
import type { Words } from '../../words.js';
import type { OperatorContext } from '../context.js';
import { onPress } from '../press.js';
import { button, inRows, type Screen } from '../screen.js';
import { openSubject, type Subject } from './subject.js';
import { priceLines } from './targeting.js';

/** Answers the button of the options, and those of its own screen. */
export function addLeastQuality(composer: Composer<OperatorContext>): void {
  onPress(composer, 'opt-quality', async (ctx, { key, least }) => {
    const subject = await openSubject(ctx, key);
    if (least === undefined) return qualityScreen(ctx, subject);
    await subject.change({ minBotQuality: least });
    return qualityScreen(ctx, await openSubject(ctx, key));
  });
}

/** A least quality as a button or a line shows it. */
export function leastQualityText(least: number, words: Words): string {
  return least === 0 ? words.text('opt-quality-any') : least.toFixed(1);
}

async function qualityScreen(ctx: OperatorContext, subject: Subject): Promise<Screen> {
  const { words } = ctx.visitor;
  const { order, key } = subject;
  const choices = minBotQualities.map((least) => {
    const coefficient = botQualityCoefficient(least);
    const text = [leastQualityText(least, words), ...(coefficient === undefined ? [] : [`×${coefficient}`])];
    return button((least === order.minBotQuality ? '• ' : '') + text.join(' · '), 'opt-quality', {
      key,
      least,
    });
  });
  return {
    html: [words.html('opt-quality-ask'), '', await priceLines(ctx, subject)].join('\n'),
    rows: [...inRows(choices, 2), [button(words.text('button-back'), 'opt', { key })]],
  };
}
