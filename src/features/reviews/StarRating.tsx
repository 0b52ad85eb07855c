import { Icon } from '../../ui/icon/Icon.tsx';

/** Shows the stars of a review as a number, which screen readers and page translators understand. */
export function StarRating({ stars }: { stars: number }) {
  return (
    <strong className="row" data-gap="1">
      <Icon name="star" size="sm" filled />
      <span>{`${stars} of 5`}</span>
    </strong>
  );
}
