// Runs before the first paint, so that the page appears in the chosen colours. Without storage it
// appears in those of the system.
{
  const root = document.documentElement;
  try {
    const { theme, board } = JSON.parse(localStorage['outflank-settings'] ?? '{}');
    if (theme) root.dataset.theme = theme;
    if (board) root.dataset.board = board;
    // The board in `index.html` shows the start position. Hide its discs if a game follows.
    root.classList.toggle('has-game', Boolean(JSON.parse(localStorage['outflank-game'] ?? '{}').game?.moves));
  } catch {}
}
