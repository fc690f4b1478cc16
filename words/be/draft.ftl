language-draft = чарнавік
