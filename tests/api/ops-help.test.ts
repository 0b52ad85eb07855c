import { expect, test } from 'vitest';
import { runOpsCommand } from '../../server/ops/run-command.ts';

const closed = async (): Promise<never> => {
  throw new Error('help needs no shop');
};

const HELP = `Usage: npm run ops -- COMMAND [--json] [--as NAME [--approved-by OTHER]] [--key K]

  today
      What waits for somebody, longest first, groups closing in 24 hours, and the last 14 days in figures.
  approval list
      What waits for a second person, and what became of what you have asked for.
  approval agree ID
      Agree to what another operator has proposed at the console: it is done, once, as their act.
  approval decline ID --reason REASON
      Decline what another operator has proposed, or take back what you have.
  find Q
      Shoppers, payments, products and groups by e-mail, phone, name, tracking number, reference, provider id, amount and day, title, or id.
  order show TRACKING-NUMBER
      An order with its lines: what was paid and paid back, and where the goods are.
  product import FILE [--dry-run] [--images FOLDER]
      Bring products in by slug: all of them, or none and the list of errors by row. What the file leaves out stays.
  product list [Q] [--status active|inactive] [--after AFTER] [--limit N]
      The products with their prices and open groups; Q: those that have these words in title or slug.
  product show SLUG
      One product with all that can be changed of it, and what shoppers are asked for it now.
  product export [--csv]
      All products as \`product import\` reads them, as JSON or as a table for a spreadsheet.
  product add SLUG [--title TITLE] [--description DESCRIPTION] [--category CATEGORY] [--price NAIRA] [--base-price NAIRA] [--minimum-viable-units N] [--window-hours WINDOW-HOURS] [--solo-enabled SOLO-ENABLED] [--base-unit-name BASE-UNIT-NAME] [--selling-units SELLING-UNITS] [--images IMAGES] [--specifications SPECIFICATIONS] [--dry-run]
      Make a product. It is not on sale until \`product activate\`.
  product edit SLUG [--title TITLE] [--description DESCRIPTION] [--category CATEGORY] [--price NAIRA] [--base-price NAIRA] [--minimum-viable-units N] [--window-hours WINDOW-HOURS] [--solo-enabled SOLO-ENABLED] [--base-unit-name BASE-UNIT-NAME] [--selling-units SELLING-UNITS] [--images IMAGES] [--specifications SPECIFICATIONS] [--dry-run]
      Change a product. A group that can be joined keeps its price and minimum until it closes.
  picture add FILE
      Keep a picture, so that products can name it. No product shows it yet.
  product activate SLUG [--reason REASON]
      Put a product on sale.
  product deactivate SLUG [--reason REASON]
      Withdraw a product. Its groups live on.
  centre import FILE
      Bring pickup centres in by code: all of them, or none and the list of errors by row. What the file leaves out stays.
  centre list
      The pickup centres, also those out of use.
  centre deactivate CENTRE
      Send no new order to a pickup centre. What waits there is still handed out.
  group list [--status active|successful|secured|processing|packaging|ready_for_pickup|delivered|failed|refunded|manual_review] [--product PRODUCT] [--after AFTER] [--limit N]
      The groups that are under way or still have goods to hand out, the earliest deadline first. --status delivered or refunded: the latest first.
  group show GROUP-ID
      One group with its members and what is owed to them.
  group review GROUP-ID --reason REASON [--dry-run]
      Stop a group for a look. Members are told.
  group resume GROUP-ID --reason REASON [--dry-run]
      Let a group in review go on where it was.
  group secure GROUP-ID --reason REASON [--dry-run]
      Secure a group in review that has its minimum.
  group fail GROUP-ID --reason REASON [--dry-run]
      Fail a group in review. What was not collected is refunded.
  batch move --centre CENTRE --from secured|processing|packaging|ready_for_pickup|delivered --to secured|processing|packaging|ready_for_pickup|delivered [--product PRODUCT] [--reason REASON] [--dry-run]
      Move the batches of a pickup centre forward. Where the answer has a warning it asks a --reason.
  batch moves --centre CENTRE
      The last moves of a pickup centre that can be taken back.
  batch undo MOVE-ID --reason REASON [--dry-run]
      Take a move of batches back, one step, as long as nothing of them was collected since.
  item collect TRACKING-NUMBER --code SIX-DIGITS [--at AT] [--lines N,N]
      Hand out what an order has waiting, or some of its lines, against the pickup code. --at: the goods were given then, without a connection; what is refused of them stays open until item resolve.
  item unproven
      Goods that were given out without a connection and without proof, until somebody resolves each.
  item resolve ID --outcome collected|confirmed|lost --reason REASON
      Resolve goods that were given without proof. collected: handed out with the code since. confirmed: the shopper says that they have them; the line counts as handed out. lost: written off.
  item unlock TRACKING-NUMBER --reason REASON
      Let the pickup code of an order be tried again, after five wrong ones.
  item refund TRACKING-NUMBER --line N [--amount NAIRA] --reason REASON [--dry-run]
      Pay a line of an order back into the wallet, whole or in part.
  pickup plan --centre CENTRE
      What to buy and pack for a pickup centre, by product, unit and stage.
  pickup list [--centre CENTRE] [--overdue] [--whole]
      What waits at a pickup centre, by surname, to print. --overdue: 3 days or longer, without --centre at all of them. --whole: every line of these orders.
  pickup notify --centre CENTRE [--overdue] [--unwritten]
      A WhatsApp link for each shopper who has no push messages. --unwritten: those whom nobody has written to about it.
  pickup written LINES ...
      Remember that the shopper of these lines was written to that they wait.
  payment show REFERENCE
      A payment, its lines and what the provider told us of it.
  payment verify REFERENCE
      Ask the card provider and settle what it says.
  payment resettle REFERENCE
      Settle again from what the provider says now. Once or ten times gives the same.
  wallet goodwill --email EMAIL --amount NAIRA --reason REASON [--dry-run]
      Put money of the shop into a shopper's wallet.
  refund card REFERENCE [--line N] [--amount NAIRA] --reason REASON [--dry-run]
      Send what the wallet got of a payment back to its card; with --line, pay that line back first. The same words again are the same refund; another --key is another one.
  refund group GROUP-ID --reason REASON [--dry-run]
      Send to their cards what the members of a group were paid back into their wallets and still have.
  recon run [--day YYYY-MM-DD]
      Compare a day of the card provider's books with ours (default: today in Lagos).
  recon list [--all] [--after N] [--limit N]
      What waits for a decision between the two books.
  recon resolve ITEM [--way release|returned] [--email EMAIL] --reason REASON [--dry-run]
      Close an item that has been looked into. Parked money leaves with it: to a wallet, or back at the provider.
  report --month YYYY-MM [--csv]
      What is owed, held, sold, refunded, given away and kept by the provider in a month, in naira and in balance.
  user show --email EMAIL
      A shopper with wallet, groups and sessions in figures.
  user history USER-ID
      A shopper's wallet lines, payments, groups, sessions, notices and notes, the newest first.
  user note [--email EMAIL] [--user-id USER-ID] --text TEXT
      Write something down about a shopper for other operators. It is in the shopper's export.
  user lock [--email EMAIL] [--user-id USER-ID] --reason REASON
      End every session of a shopper and refuse new ones.
  user unlock [--email EMAIL] [--user-id USER-ID] --reason REASON
      Let a shopper in again: no lock, none of the recovery key, no tries used up.
  user free-phone --phone PHONE --reason REASON
      Take a number from an account that is not its owner's, so that its owner can sign up.
  user events [--email EMAIL] [--user-id USER-ID] [--limit N]
      Sign-ins, failures and changes of an account, and what operators did to it.
  user export [--email EMAIL] [--user-id USER-ID]
      Everything the shop keeps about a shopper, as JSON.
  recovery list [--status open|approved|rejected|expired]
      The first 200 requests for a temporary recovery key. Call the account's number before you approve.
  recovery approve REQUEST-ID [--reason REASON] [--despite-phone]
      Give out a temporary key. It is shown once, with a ready WhatsApp link.
  recovery reject REQUEST-ID --reason REASON
      Turn a request down.
  referral list
      Referrals that do not count until somebody has looked.
  referral clear --email EMAIL --reason REASON
      Let a flagged referral count. --email is that of the friend.
  referral block --email EMAIL --reason REASON
      Take a referral out of the count for good.
  breach record --noticed YYYY-MM-DDTHH:MM --what WHAT --whose WHOSE --done DONE
      Write down a breach of personal data: when it was noticed, what happened, whose data of which kind, what was done. The Commission is told within 72 hours.
  breach told ID --whom commission|shoppers --at YYYY-MM-DDTHH:MM --how HOW
      Write down that the Commission, or the shoppers whose data it was, were told of a breach.
  breach list
      The register of breaches of personal data, with until when the Commission is told and who was told when.
  alarm list
      What is wrong now, the oldest first.
  alarm history
      The last 50 alarms that are over, from when till when, and how alarms reach a person.
  job list
      What the shop does by itself and could not do the last time: since when, and why. It tries again by itself.
  outbox
      What is due of each topic of the outbox, and for how long.
  outbox dead
      Work that was given up after 20 tries, the oldest first.
  outbox revive WORK
      Let a row that was given up, or all of a topic, be tried again.
  outbox close WORK --reason REASON
      End a row that was given up and that nobody will do any more.
  operator add NAME --role support|ops|finance|owner
      Name an operator and show their secret, once. The first one is an owner; then everybody proves who they are with --as NAME.
  operator list
      Who may act by name, who might once, and how often a wrong secret was given in 90 days.
  operator reset NAME --reason REASON
      Give an operator another secret, shown once. The old one is worth nothing any more.
  operator remove NAME --reason REASON
      Let an operator act no more. The last owner stays.
  invariants [--at-once]
      Judge every law of the money, in stretches or on one snapshot. Exit code 1 when one is broken.
  clock advance DURATION
      Move the shop's clock forward, for example 48h or 90m. Sandbox only.
  demo seed
      Fill an empty sandbox: catalogue, centres, two shoppers, a half-full group. The shop must be running.
  secrets rotate [--all] --reason REASON
      Change the key of sessions, --all also that of kept answers and known phones. Then restart every process of the shop; nobody is signed out.
  audit [--by BY] [--target TARGET] [--day YYYY-MM-DD] [--before N] [--limit N]
      The newest lines of the audit log: of an operator (or \`system\`), of what was changed, of a day in Lagos.
  claims default|computed
      Say the claims of the specification, or the shop's own figures where it has any.
  backup --to FOLDER
      Keep database and pictures in a new folder, while the shop runs. Needs pg_dump of the server’s release or a newer one. The folder holds everything: lock it away.
  restore --from FOLDER
      Bring a backup into an empty database and DATA_DIR, compare it with its manifest and judge every law of the money.

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
      'user unlock [--email EMAIL] [--user-id USER-ID] --reason REASON\n  Let a shopper in again: no lock, none of the recovery key, no tries used up.\n',
  });
});

test('an unknown command is refused with its neighbours, in one line', async () => {
  const refused = await runOpsCommand(['product', 'explode', '--loud'], closed);
  expect(refused).toEqual({
    exitCode: 1,
    stdout: '',
    stderr:
      'There is no command "product explode". There are: product import, product list, product show, product export, product add, product edit, product activate, product deactivate. All commands: npm run ops -- help\n',
  });
  expect((await runOpsCommand(['explode'], closed)).stderr).toBe(
    'There is no command "explode". All commands: npm run ops -- help\n',
  );
});
