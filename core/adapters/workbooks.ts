/** Small workbooks, by exceljs, which is loaded when the first one is asked for. */
import type { Workbooks } from '../ports/workbooks.js';

export const workbooks: Workbooks = {
  bytes: async (sheet, zone) => {
    const { summaryBytes } = await import('./workbook.js');
    return summaryBytes(sheet, zone);
  },
};
