// The positions of the lesson. Their texts are in `text.study.steps`.

/** @type {Task[]} */
export const LESSON = [
  { start: 'startpos', line: [] },
  { start: '8/8/4OX2/2OO4/1X1O4/3X4/8/8 X', line: ['d3'] },
  { start: 'OOOOOXXX/3OOXOO/OOOOXXOO/OOOXOOOO/OOXXXOXO/OOXOXXO1/OXOOOOOO/OOOOO1X1 X', line: ['h6'] },
  { start: 'OOOOOXXX/OXXXXOOX/OXXOXOXX/OXOXOXXX/OOXOXXOX/OXOXXOOX/OOXXXXOX/OOOOOOO1 X', line: ['h8'] },
  { start: '8/5O1O/2X2OO1/1X1XXOO1/1XXXOO2/1XXXXOX1/2OOXOXX/1OOOX1O1 X', line: ['a8'] },
  { start: '3OO3/1X1OO3/2XOOO2/2OXO3/O1XOXX2/1OO2X2/OOO2X2/XO6 X', line: ['a6', 'd6', 'b4', 'f4', 'c2', 'f2', 'c8', 'g3'] },
  { start: '8/8/6X1/3OOOO1/1O1OO3/1XXXOXX1/2XXO3/4X3 X', line: ['d8'] },
].map((task, step) => ({ ...task, step }));
