import { useState } from 'react';
import { REVIEW_LENGTH_MAX, REVIEW_STARS_MAX } from '#contract/limits.ts';
import { formatShortName } from '#contract/rules/people/short-name.ts';
import { getReviewTextError, normalizeReviewText } from '#contract/rules/text/review-text.ts';
import type { OwnReview, SaveReviewBody } from '#contract/schemas/review.ts';
import { getErrorMessage } from '../../lib/api/error-message.ts';
import type { CommandOutcome } from '../../offline/outbox/command.ts';
import { usePreventReloadWhileUnsaved } from '../../offline/updates/use-prevent-reload-while-unsaved.ts';
import { Button } from '../../ui/control/Button.tsx';
import { ToggleChips } from '../../ui/control/ToggleChips.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { TextAreaField } from '../../ui/form/TextField.tsx';
import { MessageBox } from '../../ui/message/MessageBox.tsx';
import { showToast } from '../../ui/message/toast.ts';
import { REVIEW_FAILED_MESSAGE } from './review-commands.ts';

const STARS = Array.from({ length: REVIEW_STARS_MAX }, (_, index) => String(index + 1));

interface Props {
  /** Full name of the reviewer; the public review shows a short form. */
  writerName: string;
  /** The review to change; null: a new one is written. */
  review: OwnReview['review'];
  onSubmit: (body: SaveReviewBody) => Promise<CommandOutcome>;
  onClose: () => void;
}

/** Asks for stars and a text. Offline the review is stored and sent later. */
export function ReviewForm({ writerName, review, onSubmit, onClose }: Props) {
  const [stars, setStars] = useState(review ? String(review.stars) : '');
  const [text, setText] = useState(review?.text ?? '');
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  usePreventReloadWhileUnsaved(text !== (review?.text ?? ''));

  const handleSubmit = async () => {
    if (isBusy) return;
    const body = { stars: Number(stars), text: normalizeReviewText(text) };
    const wrong = stars === '' ? 'Please choose from 1 to 5 stars.' : getReviewTextError(body.text);
    setError(wrong);
    if (wrong) return;
    setBusy(true);
    const outcome = await onSubmit(body).catch((failure: unknown) => ({
      kind: 'refused' as const,
      error: failure,
    }));
    setBusy(false);
    if (outcome.kind === 'refused') return setError(getErrorMessage(outcome.error, REVIEW_FAILED_MESSAGE));
    showToast(
      outcome.kind === 'done'
        ? { kind: 'success', message: 'Thank you. Your review is saved.' }
        : { kind: 'info', message: 'Saved on this phone. It is sent when you are back online.' },
    );
    onClose();
  };

  return (
    <Form
      className="stack"
      data-gap="3"
      noValidate
      aria-label="Your review"
      onSubmit={() => void handleSubmit()}
    >
      <ToggleChips
        label="Stars, 5 is the best"
        options={STARS.map((value) => ({ value, label: `${value} ★` }))}
        value={stars}
        onChange={setStars}
      />
      <TextAreaField
        label="What should others know?"
        name="text"
        optional
        rows={4}
        maxLength={REVIEW_LENGTH_MAX}
        hint={`Everybody can read it, under the name ${formatShortName(writerName)}`}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {error && <MessageBox kind="error">{error}</MessageBox>}
      <div className="row" data-gap="2">
        <Button type="submit" busyLabel={isBusy && 'Saving...'}>
          Save review
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
