import { Type } from 'typebox';
import { FILE_NAME_MAX } from '#contract/limits.ts';
import { importCentres } from '../../../features/fulfilment/centre-import.ts';
import { action } from '../../action.ts';
import { answerRowErrors, refuseFile, TABLE_MAX_BYTES } from '../../import-file.ts';

export const centreImport = action({
  name: 'centre import',
  summary:
    'Bring pickup centres in by code: all of them, or none and the list of errors by row. What the file leaves out stays.',
  roles: ['ops'],
  key: 'repeatable',
  body: Type.Object({
    fileName: Type.String({ maxLength: FILE_NAME_MAX }),
    text: Type.String({ 'x-any-text': true }),
  }),
  file: { name: 'fileName', content: 'text', maxBytes: TABLE_MAX_BYTES },
  async run({ db, actor }, file) {
    const { errors, written } = await importCentres(db, { ...file, actor }).catch(refuseFile);
    return errors.length > 0 ? answerRowErrors(errors) : { data: { imported: written.length, errors: [] } };
  },
});
