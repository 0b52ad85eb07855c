import { type FormEvent, useRef } from 'react';
import { Link } from 'react-router-dom';
import { SEARCH_LENGTH_MAX } from '#contract/limits.ts';
import type { ProductFilter } from '#contract/product-filter.ts';
import { screenPaths } from '../../lib/paths.ts';
import { ChipLinks } from '../../ui/ChipLinks.tsx';
import { Form } from '../../ui/Form.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { DEALS_URL_FRAGMENT, getDealsUrl } from './deals-address.ts';
import styles from './ProductFilters.module.css';

interface Props {
  filter: ProductFilter;
  /** The categories known so far. */
  categories: readonly string[];
  text: string;
  onText: (text: string) => void;
  onSearch: () => void;
}

/** Shows the heading, search form and category links of the list. Form and links also work without JavaScript. */
export function ProductFilters({ filter, categories, text, onText, onSearch }: Props) {
  const { search, category } = filter;
  const form = useRef<HTMLFormElement>(null);
  // The selected category stays listed even when it has no products any more.
  const named = category === '' || categories.includes(category) ? categories : [...categories, category];
  const chip = (value: string, label: string) => ({
    label,
    to: getDealsUrl({ search, category: value }),
    isCurrent: value === category,
  });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    onSearch();
  };
  // A keyboard on the screen would cover the results of a field in the middle of the page.
  const handleFocus = () => {
    if (navigator.maxTouchPoints > 0) form.current?.scrollIntoView();
  };
  const handleClear = () => {
    onText('');
    form.current?.querySelector('input')?.focus();
  };
  return (
    <div className={styles.filters}>
      <h2 id="deals">Group deals</h2>
      <Form ref={form} action={screenPaths.home + DEALS_URL_FRAGMENT} onSubmit={handleSubmit}>
        <SearchField
          name="q"
          placeholder="Search products..."
          maxLength={SEARCH_LENGTH_MAX}
          value={text}
          onChange={(event) => onText(event.target.value)}
          onFocus={handleFocus}
          clear={
            (text || search) !== '' && (
              <Link
                className={styles.clear}
                to={getDealsUrl({ search: '', category })}
                replace
                onClick={handleClear}
                aria-label="Clear search"
              >
                <Icon name="close" size="sm" />
              </Link>
            )
          }
        />
        {category !== '' && <input type="hidden" name="category" value={category} />}
      </Form>
      {named.length > 0 && (
        <ChipLinks
          label="Categories"
          links={[chip('', 'All'), ...named.map((value) => chip(value, value))]}
        />
      )}
    </div>
  );
}
