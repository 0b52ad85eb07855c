import { expect, test } from 'vitest';
import { runOpsCommand } from '../../server/ops/run-command.ts';

const closed = async (): Promise<never> => {
  throw new Error('help needs no shop');
};

const HELP = `Usage: npm run ops -- COMMAND [--json] [--as NAME [--approved-by OTHER]] [--key K]

  today
      The work that waits, longest first, with its money and pickup centres, groups closing in 24 hours, and the figures of the last 14 days.
  approval list
      Actions waiting for a second person, and the outcome of your own proposals.
  approval agree ID
      Approve what another operator has proposed at the console. It is then done once, in their name. Needs a role that may do it.
  approval decline ID --reason REASON
      Decline what another operator has proposed, or withdraw your own proposal.
  find Q
      Shoppers, payments, products and groups by e-mail, phone, name, tracking number, reference, provider id, amount and day, title, or id.
  order list [Q] [--status active|successful|secured|processing|packaging|ready_for_pickup|delivered|failed|refunded|manual_review] [--centre CENTRE] [--product PRODUCT] [--group GROUP] [--from YYYY-MM-DD] [--to YYYY-MM-DD] [--paid wallet|card|wallet_and_card] [--refunded] [--overdue] [--unreached] [--after AFTER] [--limit N]
      Orders, newest first, by status, centre, product, group, days in Lagos, way of payment, refund, overdue or unreached; Q: number, reference or shopper.
  order export [Q] [--status active|successful|secured|processing|packaging|ready_for_pickup|delivered|failed|refunded|manual_review] [--centre CENTRE] [--product PRODUCT] [--group GROUP] [--from YYYY-MM-DD] [--to YYYY-MM-DD] [--paid wallet|card|wallet_and_card] [--refunded] [--overdue] [--unreached] [--after AFTER]
      The orders that \`order list\` finds, as a table for a spreadsheet, in naira. --after continues a full table.
  order show TRACKING-NUMBER
      An order with its lines and its whole history: what was paid and paid back, and where the goods are.
  product import FILE [--group-size N] [--dry-run] [--images FOLDER]
      Import products by slug: all of them, or none and a list of errors by row. Products and fields that are not in the file stay as they are. Tables of WooCommerce, Shopify, Medusa and Vendure are read as they are; --group-size says how many of its largest size a new product needs.
  product list [Q] [--status active|inactive|incomplete] [--after AFTER] [--limit N]
      The products with their prices and open groups; Q: those that have these words in title or slug.
  product show SLUG
      One product with all its editable fields and its current prices.
  product export [--csv]
      All products as \`product import\` reads them, as JSON or as a table for a spreadsheet.
  product add SLUG [--title TITLE] [--description DESCRIPTION] [--category CATEGORY] [--price NAIRA] [--base-price NAIRA] [--supplier SUPPLIER] [--cost COST] [--minimum-viable-units N] [--window-hours WINDOW-HOURS] [--max-units-per-person MAX-UNITS-PER-PERSON] [--solo-enabled SOLO-ENABLED] [--base-unit-name BASE-UNIT-NAME] [--selling-units SELLING-UNITS] [--images IMAGES] [--specifications SPECIFICATIONS] [--dry-run]
      Add a product. It is not on sale until \`product activate\`.
  product edit SLUG [--title TITLE] [--description DESCRIPTION] [--category CATEGORY] [--price NAIRA] [--base-price NAIRA] [--supplier SUPPLIER] [--cost COST] [--minimum-viable-units N] [--window-hours WINDOW-HOURS] [--max-units-per-person MAX-UNITS-PER-PERSON] [--solo-enabled SOLO-ENABLED] [--base-unit-name BASE-UNIT-NAME] [--selling-units SELLING-UNITS] [--images IMAGES] [--specifications SPECIFICATIONS] [--dry-run]
      Change a product. A group that can be joined keeps its price and minimum until it closes.
  product change SLUGS ... [--price NAIRA] [--category CATEGORY] [--supplier SUPPLIER] [--dry-run] [--max-units-per-person MAX-UNITS-PER-PERSON] [--percent N] [--active ACTIVE]
      Change several products alike. --percent changes every price of each, rounded to whole naira. Open groups keep their price.
  picture add FILE
      Upload an image that products can then use.
  product activate SLUG [--reason REASON]
      Put a product on sale.
  product deactivate SLUG [--reason REASON]
      Take a product off sale. Its open groups continue.
  centre import FILE
      Import pickup centres by code: all of them, or none and a list of errors by row. Centres that are not in the file stay as they are.
  centre list
      All pickup centres, including closed ones.
  centre add CENTRE --name NAME --state STATE --city CITY --address ADDRESS [--hours HOURS] [--monday 9:00-18:00] [--tuesday 9:00-18:00] [--wednesday 9:00-18:00] [--thursday 9:00-18:00] [--friday 9:00-18:00] [--saturday 9:00-18:00] [--sunday 9:00-18:00] [--holidays "DAY: REASON | DAY"] [--orders-per-day N|none] [--is-default]
      Add a pickup centre, in use at once. --is-default: it serves the cities of its state without one.
  centre edit CENTRE [--name NAME] [--state STATE] [--city CITY] [--address ADDRESS] [--hours HOURS] [--monday 9:00-18:00] [--tuesday 9:00-18:00] [--wednesday 9:00-18:00] [--thursday 9:00-18:00] [--friday 9:00-18:00] [--saturday 9:00-18:00] [--sunday 9:00-18:00] [--holidays "DAY: REASON | DAY"] [--orders-per-day N|none] [--is-default]
      Change the given fields of a pickup centre and put it in use.
  centre deactivate CENTRE
      Send no new orders to a pickup centre. Refused while orders wait there, or if no other is in use.
  group list [--status active|successful|secured|processing|packaging|ready_for_pickup|delivered|failed|refunded|manual_review] [--product PRODUCT] [--closing] [--after AFTER] [--limit N]
      Groups that are open or still have goods to hand out, earliest deadline first. --status delivered or refunded: latest first.
  group show GROUP-ID
      One group with its members and what the shop owes them.
  group review GROUP-ID --reason REASON [--dry-run]
      Put a group under review. Members are notified.
  group resume GROUP-ID --reason REASON [--dry-run]
      End the review of a group: it continues where it was.
  group secure GROUP-ID --reason REASON [--dry-run]
      Secure a group under review that has its minimum.
  group fail GROUP-ID --reason REASON [--dry-run]
      Fail a group under review. What was not collected is refunded.
  batch move --centre CENTRE --from secured|processing|packaging|ready_for_pickup|delivered --to secured|processing|packaging|ready_for_pickup|delivered [--product PRODUCT] [--reason REASON] [--dry-run]
      Move the batches of a pickup centre forward. If there is a warning, --reason is required.
  batch moves --centre CENTRE
      The recent batch moves of a pickup centre that can be undone.
  batch undo MOVE-ID --reason REASON [--dry-run]
      Undo a batch move, one step, as long as nothing was collected since.
  item collect TRACKING-NUMBER --code SIX-DIGITS [--at AT] [--lines N,N]
      Hand out an order, or some of its lines, with the pickup code. --at: the goods were handed out then, without a connection; lines that are refused stay open until item resolve.
  item unproven
      Goods that were handed out offline without a valid code and are not resolved yet.
  item resolve ID --outcome collected|confirmed|lost --reason REASON
      Resolve goods that were handed out without a valid code. collected: the right code was entered later. confirmed: the shopper says they have them; the line counts as handed out. lost: written off.
  item unlock TRACKING-NUMBER --reason REASON
      Unlock the pickup code of an order after five wrong tries.
  item refund TRACKING-NUMBER --line N [--amount NAIRA] --reason REASON [--dry-run]
      Refund a line of an order to the wallet, in full or in part.
  pickup buy [--centre CENTRE] [--csv]
      What to buy for the whole shop or a pickup centre, by supplier, product and unit, with its cost.
  pickup pack --centre CENTRE [--stage secured|processing|packaging]
      The order lines to pack for a pickup centre, by surname, at one stage or at all before they are ready.
  pickup plan --centre CENTRE
      What to buy and pack for a pickup centre, by product, unit and stage.
  pickup list [--centre CENTRE] [--overdue] [--whole]
      Orders ready at a pickup centre, by surname, to print. --overdue: not collected by their day, at all centres if --centre is left out. --whole: every line of these orders.
  pickup notify --centre CENTRE [--overdue] [--unwritten]
      A WhatsApp link for each shopper without push messages. --unwritten: only those not messaged yet.
  pickup written LINES ...
      Record that the shopper of these lines was messaged.
  payment show REFERENCE
      A payment, its lines and what the provider reported about it.
  payment verify REFERENCE
      Ask the card provider about a payment and settle it accordingly.
  payment resettle REFERENCE
      Settle a payment again from what the provider says now. Safe to repeat.
  wallet goodwill --email EMAIL --amount NAIRA --reason REASON [--dry-run]
      Put goodwill credit into a shopper's wallet.
  refund card REFERENCE [--line N] [--amount NAIRA] --reason REASON [--dry-run]
      Refund to the card what the wallet got from a payment; with --line, refund that line first. The same command again is the same refund; use another --key for another one.
  refund group GROUP-ID --reason REASON [--dry-run]
      Refund to the members' cards what they got back from a group and still have in their wallets.
  recon run [--day YYYY-MM-DD]
      Compare a day of the card provider's records with ours (default: today in Lagos).
  recon list [--all] [--payment PAYMENT] [--after N] [--limit N]
      Differences between the provider's records and ours that need a decision; --payment: all of one payment.
  recon resolve ITEM [--way release|returned] [--email EMAIL] --reason REASON [--dry-run]
      Resolve a reconciliation item. Unallocated money goes with it: to a wallet, or back at the provider.
  report --month YYYY-MM [--csv]
      The shop's books for a month: paid in, paid back, earned, the provider's part, net, owed.
  report postings --month YYYY-MM [--after AFTER]
      Every entry of the month's postings as a table for an accountant, in the order of the ledger. --after continues a full table.
  report day --day YYYY-MM-DD
      The daily sheet for the till: what came in, went back and was handed out on a day in Lagos, by pickup centre.
  user list [Q] [--only buyers|newcomers|locked] [--after AFTER] [--limit N]
      Shoppers, newest first, with what they paid in and got back; Q: e-mail, phone, or the beginning of a name or surname.
  user list-export [Q] [--only buyers|newcomers|locked] [--after AFTER]
      The shoppers that \`user list\` finds, as a table for a spreadsheet, in naira. --after continues a full table.
  user show --email EMAIL
      A shopper with figures of wallet, groups and sessions.
  user history USER-ID
      A shopper's wallet, payments, groups, sessions, notifications and notes, newest first.
  user note [--email EMAIL] [--user-id USER-ID] --text TEXT
      Add a note about a shopper for other operators. It is part of the shopper's export.
  user lock [--email EMAIL] [--user-id USER-ID] --reason REASON
      Lock an account: the shopper is signed out everywhere and cannot sign in.
  user unlock [--email EMAIL] [--user-id USER-ID] --reason REASON
      Unlock a shopper: account, recovery key and failed tries.
  user free-phone --phone PHONE --reason REASON
      Release a phone number from an account, so that the real owner of the number can sign up.
  user events [--email EMAIL] [--user-id USER-ID] [--limit N]
      Sign-ins, failed tries and changes of an account, and what operators did to it.
  user export [--email EMAIL] [--user-id USER-ID]
      Everything the shop stores about a shopper, as JSON.
  recovery list [--status open|approved|rejected|expired]
      The first 200 requests for a temporary recovery key. Call the account's number before you approve.
  recovery approve REQUEST-ID [--reason REASON] [--despite-phone]
      Approve a recovery request. The temporary key is shown once, with a WhatsApp link to send it.
  recovery reject REQUEST-ID --reason REASON
      Decline a recovery request.
  referral list
      Referrals in review: they do not count until somebody decides.
  referral clear --email EMAIL --reason REASON
      Count a referral that is in review. --email: the friend's.
  referral block --email EMAIL --reason REASON
      Exclude a referral for good.
  review list [--state unanswered|hidden] [--product PRODUCT] [--before N] [--limit N]
      What shoppers wrote about products that they collected, newest first, hidden reviews included.
  review answer REVIEW-ID --answer ANSWER --reason REASON
      Answer a review in public. The answer stands under it and replaces an earlier one.
  review hide REVIEW-ID --reason REASON
      Hide a review. It no longer counts, and stays hidden when its writer changes it.
  review unhide REVIEW-ID --reason REASON
      Show a hidden review again. It counts again.
  breach record --noticed YYYY-MM-DDTHH:MM --what WHAT --whose WHOSE --done DONE
      Record a personal data breach: when it was noticed, what happened, whose data of which kind, what was done. The Commission must be notified within 72 hours.
  breach told ID --whom commission|shoppers --at YYYY-MM-DDTHH:MM --how HOW
      Record that the Commission or the affected shoppers were notified of a breach.
  breach list
      The register of personal data breaches: when the Commission must be notified and who was notified when.
  alarm list
      The current alarms, oldest first.
  alarm history
      The last 50 past alarms with their times, and where alarms are sent.
  job list
      Background jobs whose last run failed: since when, and why. They are tried again automatically.
  job run JOB
      Run a background job now instead of at its next time.
  outbox
      Tasks waiting in the outbox by topic, and for how long.
  outbox dead
      Failed tasks: not tried again after 20 tries, oldest first.
  outbox revive WORK
      Try a failed task, or all of a topic, again.
  outbox close WORK --reason REASON
      Close a failed task without doing it.
  operator add NAME --role support|ops|finance|owner [--centre CENTRE,CENTRE]
      Add an operator and show their secret once. The first one is an owner; from then on every command needs --as NAME. --centre: limited to these pickup centres.
  operator edit NAME [--centre CENTRE,CENTRE] --reason REASON
      Limit an operator to pickup centres: they see and change only the orders and goods of these. Without --centre: the whole shop again.
  operator list
      All operators, also removed ones, and their failed sign-ins of 90 days.
  operator reset NAME --reason REASON
      Give an operator a new secret, shown once. The old one stops working.
  operator remove NAME --reason REASON
      Remove an operator. The last owner cannot be removed.
  invariants [--at-once]
      Run every money check, in parts or on one snapshot. Exit code 1 if one fails.
  clock advance DURATION
      Move the shop's clock forward, for example 48h or 90m. Sandbox only.
  demo seed
      Fill an empty sandbox: catalogue, centres, two shoppers, a half-full group. The shop must be running.
  secrets rotate [--all] --reason REASON
      Change the signing key of sessions; --all: also the keys of saved answers and of known devices. Then restart every process of the shop; nobody is signed out.
  audit [Q] [--kind acts|reads] [--by BY] [--target TARGET] [--day YYYY-MM-DD] [--before N] [--limit N]
      The newest entries of the audit log. Q: words of the act or its reason, an order number, a payment reference, or the name of a shopper, operator, product or centre. --by: an operator or \`system\`; --kind: what changed something, or who looked at data of shoppers.
  setting list
      The shop's settings, who changed each last, and which of them the environment sets.
  setting set brandName|address|email|phone|hours|reply|groupChatUrl|pressUrl|groupWindowHours [VALUE]
      Change a setting of the shop; without VALUE it returns to its default.
  claims default|computed
      Show the marketing claims of the specification, or the shop's own figures where it has any.
  backup --to FOLDER
      Back up database and images into a new folder, while the shop runs. Needs pg_dump of the server’s release or a newer one. The folder contains all personal data: store it safely.
  restore --from FOLDER
      Restore a backup into an empty database and DATA_DIR, compare it with its manifest and run every money check.

Files of \`product import\` and \`centre import\`: docs/import.md
`;

test.each([[[]], [['help']], [['--help']]])('the operator asks %j and reads every command', async (words) => {
  const help = await runOpsCommand(words, closed);
  expect(help).toEqual({ exitCode: 0, stderr: '', stdout: HELP });
});

test('the help of one command says what it does', async () => {
  expect(await runOpsCommand(['user', 'unlock', '--help'], closed)).toEqual({
    exitCode: 0,
    stderr: '',
    stdout:
      'user unlock [--email EMAIL] [--user-id USER-ID] --reason REASON\n  Unlock a shopper: account, recovery key and failed tries.\n',
  });
});

test('an unknown command is refused with its neighbours, in one line', async () => {
  const refused = await runOpsCommand(['product', 'explode', '--loud'], closed);
  expect(refused).toEqual({
    exitCode: 1,
    stdout: '',
    stderr:
      'There is no command "product explode". Did you mean: product import, product list, product show, product export, product add, product edit, product change, product activate, product deactivate? All commands: npm run ops -- help\n',
  });
  expect((await runOpsCommand(['--as', 'ngozi', 'explode'], closed)).stderr).toBe(
    'There is no command "explode". All commands: npm run ops -- help\n',
  );
});
