ALTER TABLE `processes` ADD `trouble` text;
