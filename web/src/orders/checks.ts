/** What the page finds wrong with an order before it is sent; the service decides the rest. */
import { isBotToken } from '../bots/token';
import { type Checks } from '../parts/form';
import { format } from '../parts/format';
import { useProfile } from '../session/profile';
import { checks, orders } from '../words';
import type { OrderForm } from './form';
import type { Kind } from './values';

const WEEK_DAYS = 7;

/** @param hasToken the service keeps one, so an empty field leaves it */
export function useOrderChecks(form: OrderForm, { fields }: Pick<Kind, 'fields'>, hasToken: boolean): Checks {
  const { service } = useProfile();
  const isPremium = form.user_parameters.only_premium === 1;
  const price = isPremium ? form.price_premium : form.price;
  const least = isPremium ? service.price_min_premium : service.price_min;
  const isFewer = form.quantity_all < service.quantity_min;
  const isToken = form.bot_token === '' ? hasToken : isBotToken(form.bot_token);
  return {
    link: form.link.trim() === '' && checks.required,
    ads_type: false,
    name: false,
    bot_token: fields.includes('bot_token') && !isToken && checks.token,
    quantity_all:
      (isFewer && checks.least({ least: format.whole(service.quantity_min) })) ||
      (form.quantity_all > service.quantity_max && checks.most({ most: format.whole(service.quantity_max) })),
    quantity_day: false,
    [isPremium ? 'price_premium' : 'price']: price < least && checks.least({ least: format.money(least) }),
    sub_speed: false,
    theme: false,
    min_bot_quality: false,
    order_schedule: form.order_schedule.excluded_days?.length === WEEK_DAYS && orders.noDay,
  };
}
