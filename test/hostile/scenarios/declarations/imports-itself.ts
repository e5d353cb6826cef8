// ends: refused
// says: imports-itself.ts
// hostile: {"within": 40, "says": "hostile\\.ts"}
// @ts-nocheck
import itself, { soup } from './hostile.ts';
import { scenario } from 'orrery';

export const other = soup;
export { other as soup };
export default scenario({ ...itself, name: soup });
