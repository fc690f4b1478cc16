language-draft = qoralama
