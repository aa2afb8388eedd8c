// Runs before the first paint, so that the page appears in the chosen colours. Without access to the
// storage they are those of the system.
{
  const root = document.documentElement;
  try {
    const { theme, board } = JSON.parse(localStorage['outflank-settings'] ?? '{}');
    if (theme) root.dataset.theme = theme;
    if (board) root.dataset.board = board;
    // The board of the markup shows the start of a game.
    root.classList.toggle('has-game', Boolean(JSON.parse(localStorage['outflank-game'] ?? '{}').game?.moves));
  } catch {}
}
