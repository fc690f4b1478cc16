/** A sponsor on the wire (`interface.md`, Sponsor): every documented field, strings never null. */
import type { Sponsor } from '../../core/sponsors/index.js';

export function toWireSponsor(sponsor: Sponsor) {
  return {
    ads_id: String(sponsor.orderId),
    link: sponsor.link,
    resource_id: sponsor.resourceId,
    type: sponsor.type,
    status: sponsor.status,
    available_now: sponsor.availableNow,
    button_text: sponsor.buttonText,
    resource_logo: sponsor.resourceLogo,
    resource_name: sponsor.resourceName,
  };
}
