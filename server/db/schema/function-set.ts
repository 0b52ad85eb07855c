/** `npm run sql:number` increases the number when functions change: it orders releases. */
export const FUNCTION_SET = {
  number: 22,
  checksum: 'd5720e2a282ec9d06d23ea5e840a821290f5dcc63c9acf87adc9f916b5016fd1',
};
