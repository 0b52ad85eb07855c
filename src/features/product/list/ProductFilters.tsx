import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { SEARCH_LENGTH_MAX } from '#contract/limits.ts';
import type { DealStage } from '#contract/rules/group/deal-stage.ts';
import type { ProductFilter } from '#contract/rules/product/product-filter.ts';
import { screenPaths } from '../../../lib/paths.ts';
import { ChipLinks } from '../../../ui/control/ChipLinks.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { SearchField } from '../../../ui/form/SearchField.tsx';
import { Icon } from '../../../ui/icon/Icon.tsx';
import styles from './ProductFilters.module.css';
import { getProductListUrl, PRODUCT_LIST_URL_FRAGMENT } from './product-list-url.ts';

const STAGES: readonly (readonly [DealStage, string])[] = [
  ['closing-soon', 'Closing soon'],
  ['almost-full', 'Almost full'],
];

interface Props {
  filter: ProductFilter;
  /** All categories that the loaded pages name. */
  categories: readonly string[];
  text: string;
  onText: (text: string) => void;
  onSearch: () => void;
}

/** Shows heading, search form and filter links of the product list. Form and links also work without JavaScript. */
export function ProductFilters({ filter, categories, text, onText, onSearch }: Props) {
  const { search, category, stage } = filter;
  const form = useRef<HTMLFormElement>(null);
  // The selected category stays listed even when it has no products any more, so that it can be deselected.
  const named = category === '' || categories.includes(category) ? categories : [...categories, category];
  const chip = (label: string, change: Partial<ProductFilter>, isCurrent: boolean) => ({
    label,
    to: getProductListUrl({ ...filter, ...change }),
    isCurrent,
  });
  const chips = [
    chip('All', { category: '', stage: undefined }, category === '' && !stage),
    // A second tap on a deal stage, such as "Almost full", removes it from the filter.
    ...STAGES.map(([value, label]) =>
      chip(label, { stage: value === stage ? undefined : value }, value === stage),
    ),
    ...named.map((value) => chip(value, { category: value }, value === category)),
  ];
  // On phones the search field moves to the top, because the keyboard would cover the results.
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
      <Form ref={form} action={screenPaths.home + PRODUCT_LIST_URL_FRAGMENT} onSubmit={onSearch}>
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
                to={getProductListUrl({ ...filter, search: '' })}
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
        {stage && <input type="hidden" name="deals" value={stage} />}
      </Form>
      {named.length > 0 && <ChipLinks label="Categories" links={chips} />}
    </div>
  );
}
