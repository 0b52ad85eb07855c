import { Type } from 'typebox';
import { FILE_NAME_LENGTH_MAX } from '#contract/limits.ts';
import { importCentres } from '../../../features/fulfilment/centre-import.ts';
import { defineAction } from '../../action.ts';
import { createImportErrorsResult, IMPORT_FILE_MAX_BYTES, throwAsImportRefusal } from '../../import-file.ts';

export const centreImportAction = defineAction({
  name: 'centre import',
  summary:
    'Import pickup centres by code: all of them, or none and a list of errors by row. Centres that are not in the file stay as they are.',
  roles: ['ops'],
  key: 'repeatable',
  body: Type.Object({
    fileName: Type.String({ maxLength: FILE_NAME_LENGTH_MAX }),
    text: Type.String({ 'x-any-text': true }),
  }),
  file: { name: 'fileName', content: 'text', maxBytes: IMPORT_FILE_MAX_BYTES },
  async run({ db, actor }, file) {
    const { errors, written } = await importCentres(db, { ...file, actor }).catch(throwAsImportRefusal);
    return errors.length > 0
      ? createImportErrorsResult(errors)
      : { data: { imported: written.length, errors: [] } };
  },
});
