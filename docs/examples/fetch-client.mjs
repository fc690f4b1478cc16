/**
 * Asks which sponsors a user must subscribe to, with nothing but fetch.
 *
 *     SERVICE_URL=http://127.0.0.1:8080 BOT_KEY=sg_bot_... node fetch-client.mjs <user id>
 */
const { SERVICE_URL = 'http://127.0.0.1:8080', BOT_KEY = '' } = process.env;

/** @returns {Promise<{passes: boolean, message: string, sponsors: {link: string, button_text: string}[]}>} */
export async function askForSponsors(userId) {
  try {
    const response = await fetch(`${SERVICE_URL}/get-sponsors`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Auth: BOT_KEY },
      // A bot that was added with its token needs to send no more: the platform tells the service who this is.
      body: JSON.stringify({ user_id: userId, chat_id: userId, get_links: 1 }),
      signal: AbortSignal.timeout(5_000),
    });
    const answer = await response.json();
    if (answer.status !== 'warning') return { passes: true, message: answer.message, sponsors: [] };
    const sponsors = answer.additional.sponsors.filter(
      (one) => one.available_now && one.status === 'unsubscribed',
    );
    return { passes: false, message: answer.message, sponsors };
  } catch {
    // A user is let through on any failure: sponsors are never worth a stuck user.
    return { passes: true, message: '', sponsors: [] };
  }
}

const { passes, message, sponsors } = await askForSponsors(Number(process.argv[2]));
// The message is for the user, in their language.
console.log(passes ? 'Let the user through.' : message);
for (const { button_text, link } of sponsors) console.log(`  ${button_text}: ${link}`);
