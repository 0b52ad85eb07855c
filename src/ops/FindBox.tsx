import type { FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { FIND_MAX } from '#contract/limits.ts';
import { SearchField } from '../ui/SearchField.tsx';
import { useCarried } from './carried.ts';
import styles from './FindBox.module.css';
import { fieldsOf } from './form-fields.ts';
import { opsScreens } from './screens.ts';

/** One box for whatever a caller can tell, on top of every screen. */
export function FindBox() {
  const navigate = useNavigate();
  const found = useCarried('q');
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { q } = fieldsOf(event.currentTarget, ['q']);
    if (q !== '') navigate(opsScreens.find, { state: { q } });
  };
  return (
    <search className={styles.box}>
      <form onSubmit={handleSubmit}>
        <SearchField
          placeholder="Find anything"
          name="q"
          key={found}
          defaultValue={found ?? ''}
          maxLength={FIND_MAX}
        />
      </form>
    </search>
  );
}
